export function findPostgresClient(): { dir: string; major: number };

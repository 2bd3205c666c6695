export function installTools(name: 'node' | 'testing'): string;

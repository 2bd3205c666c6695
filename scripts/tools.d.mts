export function installTools(name: 'node' | 'testing' | 'mutations'): string;

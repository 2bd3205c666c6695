export const ON_POSTGRES_15: readonly string[];

export * from './clock.ts';
export * from './currencies.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './money.ts';
export * from './regions.ts';
export * from './slug.ts';
export * from './transitions.ts';

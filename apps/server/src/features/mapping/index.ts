export { matchMapped, matchVariants } from './queries/match-variants.ts';
export { register } from './register.ts';
export { mappedVariants } from './repo.ts';

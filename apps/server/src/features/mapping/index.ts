export { requestSuggestions, suggestAfterImport } from './actions/request-suggestions.ts';
export { heldVariants } from './proposal-repo.ts';
export { markHeld, matchMapped, matchVariants } from './queries/match-variants.ts';
export { register } from './register.ts';
export { mappedVariants } from './repo.ts';

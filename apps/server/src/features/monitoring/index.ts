export { wantWatch } from './actions/track-products.ts';
export { isWatched, seenVariants, watchMarks } from './queries/watch-facts.ts';
export { register } from './register.ts';
export { dropWatches } from './watch-repo.ts';

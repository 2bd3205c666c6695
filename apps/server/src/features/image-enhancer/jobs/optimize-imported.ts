import { importedJob } from '../../enhancer/index.ts';

/** Starts improving images of imported products. */
export const optimizeImportedJob = importedJob('optimize-imported-images');

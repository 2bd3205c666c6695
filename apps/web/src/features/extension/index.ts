export { isFittingBrowser } from './fitting-browser.ts';
export { useProblemWords } from './problem-words.ts';
export { useExtension } from './use-extension.ts';

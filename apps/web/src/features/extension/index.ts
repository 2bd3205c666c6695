export { useProblemWords } from './problem-words.ts';
export { useExtension } from './use-extension.ts';

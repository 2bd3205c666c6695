export { useSections } from './use-sections.ts';

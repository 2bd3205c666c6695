export { ReadingProblem } from './outside/reading-problem.tsx';

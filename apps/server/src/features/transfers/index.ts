export { carriedContext } from './migration-repo.ts';
export { refuseWhileMoving } from './queries/open-moves.ts';
export { register } from './register.ts';

export { eraseEdits } from './edit-repo.ts';
export { register } from './register.ts';

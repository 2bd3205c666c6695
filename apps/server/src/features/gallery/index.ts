export { addStoredImage } from './actions/add-stored.ts';
export { register } from './register.ts';
export { holdImages } from './repo.ts';

export { register } from './register.ts';
export { PRODUCT_EXPORT_TRANSITIONS, PRODUCT_IMPORT_TRANSITIONS } from './rules/states.ts';

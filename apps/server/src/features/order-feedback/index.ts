export { register } from './register.ts';
export { feedbackOfOrders, feedbackTexts } from './repo.ts';

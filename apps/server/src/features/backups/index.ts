export { register } from './register.ts';
export { startSchedule } from './schedule.ts';

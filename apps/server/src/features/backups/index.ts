export { register } from './register.ts';
export { startSchedule } from './start-schedule.ts';

export { addressLines, formatDay, formatMoney, formatTime } from './paper/formats.ts';
export { register } from './register.ts';

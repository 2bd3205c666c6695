export { removeMember } from './actions/manage-member.ts';
export { register } from './register.ts';

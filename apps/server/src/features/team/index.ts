export { addMember, membersOf } from './actions/add-member.ts';
export { removeMember } from './actions/manage-member.ts';
export { holdOwner, refuseWhileHandedOver } from './owner-gate.ts';
export { register } from './register.ts';

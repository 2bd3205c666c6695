export { removeMember } from './actions/manage-member.ts';
export { addMember, countMembers } from './member-repo.ts';
export { holdOwner, refuseWhileHandedOver } from './owner-gate.ts';
export { register } from './register.ts';
export { findPayers } from './repo.ts';

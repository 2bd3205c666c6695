export type { InvitationMail, SendInvitation } from './ports.ts';
export { register } from './register.ts';

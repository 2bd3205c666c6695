/** An invitation as it is written to the invited person. */
export interface InvitationMail {
  email: string;
  /** Language of who invites: what the invited person reads is not known yet. */
  language: string;
  invitedBy: string;
  workplaceName: string;
  role: string;
  link: string;
  expiresAt: string;
}

/** What carries an invitation; answers whether it was taken on. Without one the link is handed over by hand. */
export type SendInvitation = (mail: InvitationMail) => Promise<boolean>;

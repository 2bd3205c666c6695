export interface ChatPerson {
  email: string;
  name: string;
}

/**
 * As whom somebody enters the support chat (rule B014): people of the support's own domain speak for the owner of the
 * store that they look at, everybody else for himself.
 */
export function chatIdentity(
  person: ChatPerson,
  owner: ChatPerson,
  supportDomain: string | undefined,
): ChatPerson & { isStaff: boolean } {
  const isStaff = supportDomain !== undefined && person.email.toLowerCase().endsWith(`@${supportDomain.toLowerCase()}`);
  return { ...(isStaff ? owner : person), isStaff };
}

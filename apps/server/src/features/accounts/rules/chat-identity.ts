export interface ChatPerson {
  email: string;
  name: string;
}

/** Of the support's own domain: its people and agencies. */
export const isStaff = (email: string, supportDomain: string | undefined): boolean =>
  supportDomain !== undefined && email.toLowerCase().endsWith(`@${supportDomain.toLowerCase()}`);

/**
 * As whom somebody enters the support chat (rule B014): people of the support's own domain speak for the owner of the
 * store that they look at, everybody else for himself.
 */
export function chatIdentity(
  person: ChatPerson,
  owner: ChatPerson,
  supportDomain: string | undefined,
): ChatPerson & { isStaff: boolean } {
  const speaksForOwner = isStaff(person.email, supportDomain);
  return { ...(speaksForOwner ? owner : person), isStaff: speaksForOwner };
}

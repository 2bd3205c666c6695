export interface ChatPerson {
  email: string;
  name: string;
}

/** Emails of the support domain: staff and agencies. */
export const isStaff = (email: string, supportDomain: string | undefined): boolean =>
  supportDomain !== undefined && email.toLowerCase().endsWith(`@${supportDomain.toLowerCase()}`);

/**
 * Identity in the support chat (rule B014): support staff act as the owner of the store they are viewing, others as
 * themselves.
 */
export function chatIdentity(
  person: ChatPerson,
  owner: ChatPerson,
  supportDomain: string | undefined,
): ChatPerson & { isStaff: boolean } {
  const speaksForOwner = isStaff(person.email, supportDomain);
  return { ...(speaksForOwner ? owner : person), isStaff: speaksForOwner };
}

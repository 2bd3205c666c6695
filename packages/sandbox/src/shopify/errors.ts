import { GraphQLError } from 'graphql';

/** A part of the Admin API that this stand-in does not have: said aloud, never answered with an empty value. */
export const notImplemented = (what: string): GraphQLError =>
  new GraphQLError(`Not implemented in the Shopify sandbox: ${what}`, { extensions: { code: 'NOT_IMPLEMENTED' } });

export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

export const accessDenied = (field: string, scope: string): GraphQLError =>
  new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess: `\`${scope}\` access scope.` },
  });

export const notApproved = (field: string): GraphQLError =>
  new GraphQLError(`This app is not approved to use the ${field} field.`, { extensions: { code: 'ACCESS_DENIED' } });

export interface UserErrorView {
  field: string[] | null;
  message: string;
  code: string | null;
}

export const userError = (
  message: string,
  field: string[] | null = null,
  code: string | null = null,
): UserErrorView => ({
  field,
  message,
  code,
});

import { getPlan } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { getLinks } from '../../http/links.ts';
import { demoDoor, maySeeSandbox } from '../../http/reach.ts';
import type { Visitor } from '../../http/who.ts';
import { DEMO } from '../demo/demo-account.ts';
import { connectorFacts } from './connector-facts.ts';

/** Describes this installation to a visitor, as `GET /meta` returns it. */
export const installationFacts = (
  deps: Deps,
  { version, sandboxUrl }: { version: string; sandboxUrl: string | undefined },
  visitor: Visitor,
) => ({
  version,
  sandbox: deps.config.sandbox,
  sandbox_url: maySeeSandbox(deps.config, visitor) ? (sandboxUrl ?? null) : null,
  // The sandbox's identity providers listen on this machine only, so a visitor from elsewhere cannot reach them.
  social: Object.values(deps.social)
    .filter(({ isSandbox }) => !isSandbox || visitor.isHere)
    .map(({ id, isSandbox }) => ({ id, is_sandbox: isSandbox })),
  links: getLinks(deps.config),
  plan: getPlan(deps.config.planKey)?.name ?? '',
  sends_mail: deps.config.mail !== undefined,
  demo: demoDoor(deps.config) === 'here' && visitor.isHere ? { email: DEMO.email, password: DEMO.password } : null,
});

/** Describes the installation in the head of each page, so that its first screen waits for no call. */
export function createPageFacts(
  deps: Deps,
  facts: { version: string; sandboxUrl: string | undefined },
): (visitor: Visitor) => object {
  const connectors = connectorFacts(deps.connectors);
  return (visitor) => ({ meta: installationFacts(deps, facts, visitor), connectors });
}

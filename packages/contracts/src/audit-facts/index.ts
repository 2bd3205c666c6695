import { autoUpdatesFacts } from './auto-updates.ts';
import { connectionsFacts } from './connections.ts';
import { documentsFacts } from './documents.ts';
import { enhancerFacts } from './enhancer.ts';
import type { AuditFact, AuditFacts } from './fact.ts';
import { monitoringFacts } from './monitoring.ts';
import { notificationsFacts } from './notifications.ts';
import { ordersFacts } from './orders.ts';
import { privacyFacts } from './privacy.ts';
import { productsFacts } from './products.ts';
import { purchasingFacts } from './purchasing.ts';
import { savedPagesFacts } from './saved-pages.ts';
import { teamFacts } from './team.ts';
import { tokensFacts } from './tokens.ts';
import { trackingFacts } from './tracking.ts';
import { transfersFacts } from './transfers.ts';
import { walletFacts } from './wallet.ts';

export type { AuditFact } from './fact.ts';

/** Presentation of audited columns by feature. Other columns are shown as stored. */
export const AUDIT_FACTS: AuditFacts = {
  ...autoUpdatesFacts,
  ...connectionsFacts,
  ...documentsFacts,
  ...enhancerFacts,
  ...monitoringFacts,
  ...notificationsFacts,
  ...ordersFacts,
  ...privacyFacts,
  ...productsFacts,
  ...purchasingFacts,
  ...savedPagesFacts,
  ...teamFacts,
  ...tokensFacts,
  ...trackingFacts,
  ...transfersFacts,
  ...walletFacts,
};

export const auditFact = (entity: string, column: string): AuditFact | undefined => AUDIT_FACTS[entity]?.[column];

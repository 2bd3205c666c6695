import type { SupplierName } from '@quayside/contracts';

const LABELS: Record<SupplierName, string> = {
  quayside: 'Quayside',
  cj: 'CJ Dropshipping',
  aliexpress: 'AliExpress',
  ebay: 'eBay',
  amazon: 'Amazon',
  alibaba: 'Alibaba',
  temu: 'Temu',
};

/** What people call a supplier, in the sentences of the timeline and of problems. */
export const supplierLabel = (supplier: string): string => LABELS[supplier as SupplierName] ?? supplier;

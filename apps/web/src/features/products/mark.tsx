import type { PlatformName, SupplierName } from '@quayside/contracts';
import { Logo } from '../../kit/logo.tsx';
import classes from './mark.module.css';

/** Proper names; the same in every language. */
export const SOURCE_NAMES: Record<SupplierName, string> = {
  quayside: 'Quayside',
  cj: 'CJ',
  aliexpress: 'AliExpress',
  ebay: 'eBay',
  amazon: 'Amazon',
  alibaba: 'Alibaba',
  temu: 'Temu',
};
export const PLATFORM_NAMES: Record<PlatformName, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  google: 'Google',
};

/** Where a product comes from: a small mark, with its name unless `bare`. */
export function SourceMark({ source, bare }: { source: SupplierName; bare?: boolean }) {
  const name = SOURCE_NAMES[source];
  return (
    <span className={classes.pair}>
      {source === 'quayside' ? (
        <span className={classes.logo} aria-hidden="true">
          <Logo bare size={16} />
        </span>
      ) : (
        <span className={classes.mark} aria-hidden="true">
          {name.slice(0, 2)}
        </span>
      )}
      <span className={bare ? 'visually-hidden' : classes.name}>{name}</span>
    </span>
  );
}

/** The platform of a store: its initial in a small square, its name for reading aloud. */
export function PlatformMark({ platform }: { platform: PlatformName }) {
  const name = PLATFORM_NAMES[platform];
  return (
    <span className={classes.pair} data-hint={name}>
      <span className={classes.mark} data-platform aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

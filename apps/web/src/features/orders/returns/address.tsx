import type { ReturnPostalAddress } from '@quayside/contracts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './returns.module.css';

/** A postal address, one line each. */
export function Address({ address }: { address: ReturnPostalAddress }) {
  const { country } = useFormats();
  const lines = [
    address.name,
    address.address1,
    address.address2,
    [address.postal_code, address.city, address.province].filter(Boolean).join(' '),
    country(address.country_code),
    address.phone,
  ].filter(Boolean);
  return (
    <address className={classes.address}>
      {lines.map((line) => (
        <span key={line}>
          <bdi>{line}</bdi>
        </span>
      ))}
    </address>
  );
}

import type { ReactNode } from 'react';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import classes from './returns.module.css';

interface Props {
  line: { title: string; variant_title: string | null; sku: string | null; image: string | null };
  /** Below the name. */
  note?: ReactNode;
  /** Before the picture: a checkbox. */
  before?: ReactNode;
  /** At the end: a quantity. */
  children?: ReactNode;
}

/** An item with its picture. */
export function LineRow({ line, note, before, children }: Props) {
  const variant = line.variant_title ?? line.sku;
  return (
    <div className={classes.item}>
      {before}
      <ProductPicture src={line.image} alt="" size={40} />
      <span className={classes.words}>
        <span>
          <bdi>{line.title}</bdi>
        </span>
        {variant ? (
          <span className={classes.quiet}>
            <bdi>{variant}</bdi>
          </span>
        ) : null}
        {note ? <span className={classes.quiet}>{note}</span> : null}
      </span>
      {children}
    </div>
  );
}

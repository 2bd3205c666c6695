import { ProductPicture } from '../../../kit/product-picture.tsx';
import classes from './list.module.css';

interface Line {
  id: string;
  title: string;
  image: string | null;
  quantity: number;
}

/** The goods of an order as a stack of pictures; where there are more than `most`, the last place is their number. Read aloud by the first title. */
export function PictureStack({ lines, most = 3, size = 34 }: { lines: readonly Line[]; most?: number; size?: number }) {
  const shown = lines.slice(0, lines.length > most ? most - 1 : most);
  const rest = lines.length - shown.length;
  return (
    <span className={classes.stack}>
      {shown.map((line) => (
        <span key={line.id} className={classes.stacked} title={line.title}>
          <ProductPicture src={line.image} alt={line.title} size={size} />
          {line.quantity > 1 ? <span className={classes.times}>{line.quantity}</span> : null}
        </span>
      ))}
      {rest > 0 ? <span className={classes.rest}>+{rest}</span> : null}
    </span>
  );
}

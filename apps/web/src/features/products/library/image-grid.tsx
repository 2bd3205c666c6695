import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { pictureAt } from '../picture-at.ts';
import classes from './library.module.css';
import { moveInGrid } from './uploads.ts';

export interface GridImage {
  url: string;
  name: string;
  /** Below the name, such as its size. */
  note?: string;
}

interface Props {
  images: readonly GridImage[];
  chosen: readonly string[];
  /** Images that can't be chosen, because the product has them. */
  taken: readonly string[];
  onChoose(url: string): void;
}

const EDGE = 220;

/** Images to choose from. One stop for the Tab key; arrow keys move inside. */
export function ImageGrid({ images, chosen, taken, onChoose }: Props) {
  const { t } = useTranslation('library');
  const grid = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const stop = Math.min(at, images.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    const tiles = [...(grid.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
    const top = tiles[0]?.getBoundingClientRect().top;
    const columns = tiles.filter((tile) => tile.getBoundingClientRect().top === top).length;
    const next = moveInGrid(event.key, stop, tiles.length, columns, document.dir === 'rtl');
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    tiles[next]?.focus();
  }

  return (
    <ul ref={grid} className={classes.grid}>
      {images.map((image, index) => {
        const isTaken = taken.includes(image.url);
        const isChosen = chosen.includes(image.url);
        return (
          <li key={image.url}>
            <button
              type="button"
              data-tile
              className={classes.tile}
              tabIndex={index === stop ? 0 : -1}
              aria-pressed={isChosen}
              aria-disabled={isTaken || undefined}
              onFocus={() => setAt(index)}
              onKeyDown={onKeyDown}
              onClick={() => {
                if (!isTaken) onChoose(image.url);
              }}
            >
              <span className={classes.frame}>
                <ProductPicture src={pictureAt(image.url, EDGE)} alt="" size="fill" />
                {isChosen ? (
                  <span className={classes.tick}>
                    <Check size={14} strokeWidth={3} aria-hidden />
                  </span>
                ) : null}
              </span>
              <span className={classes.name} dir="auto">
                {image.name}
              </span>
              {isTaken || image.note ? (
                <span className={classes.note}>{isTaken ? t('inProduct') : <bdi dir="ltr">{image.note}</bdi>}</span>
              ) : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

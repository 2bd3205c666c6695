import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { pictureAt } from '../../products/index.ts';
import classes from './gallery.module.css';

interface Props {
  images: readonly string[];
  /** The picture of the chosen variant; shown when it changes. */
  wanted: string | null | undefined;
  name: string;
}

const BIG = 440;
const SMALL = 56;

/** A product's pictures: thumbnails in a column, the chosen one beside them; a swipe or the arrows go on. */
export function Gallery({ images, wanted, name }: Props) {
  const { t } = useTranslation('sourcing');
  const all = wanted && !images.includes(wanted) ? [...images, wanted] : images;
  const [chosen, setChosen] = useState<string>();
  const [seen, setSeen] = useState(wanted);
  const thumbs = useRef<HTMLDivElement>(null);
  const start = useRef<number>(undefined);
  if (seen !== wanted) {
    setSeen(wanted);
    if (wanted) setChosen(wanted);
  }
  const found = chosen === undefined ? 0 : Math.max(0, all.indexOf(chosen));
  const current = all[found];

  useEffect(() => {
    thumbs.current?.children[found]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [found]);
  function go(by: number): void {
    setChosen(all[(found + by + all.length) % all.length]);
  }
  const forward = () => (document.dir === 'rtl' ? -1 : 1);
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowRight: forward(), ArrowLeft: -forward(), ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (found + by + all.length) % all.length;
    setChosen(all[next]);
    (thumbs.current?.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div className={classes.gallery} data-single={all.length < 2 || undefined}>
      {all.length > 1 ? (
        <div
          ref={thumbs}
          className={classes.thumbs}
          role="tablist"
          aria-label={t('detail.pictures')}
          onKeyDown={onKeyDown}
        >
          {all.map((image, index) => (
            <button
              key={image}
              type="button"
              role="tab"
              aria-selected={index === found}
              tabIndex={index === found ? 0 : -1}
              aria-label={t('detail.picture', { number: index + 1, total: all.length })}
              className={classes.thumb}
              onClick={() => setChosen(image)}
              onPointerEnter={(event) => event.pointerType === 'mouse' && setChosen(image)}
            >
              <ProductPicture src={pictureAt(image, SMALL)} alt="" size="fill" />
            </button>
          ))}
        </div>
      ) : null}
      <div
        className={classes.stage}
        onPointerDown={(event) => {
          start.current = event.clientX;
        }}
        onPointerUp={(event) => {
          const moved = event.clientX - (start.current ?? event.clientX);
          start.current = undefined;
          if (all.length > 1 && Math.abs(moved) > 40) go(moved < 0 ? forward() : -forward());
        }}
      >
        <ProductPicture key={current} src={pictureAt(current, BIG)} alt={name} size="fill" />
        {all.length > 1 ? (
          <>
            <button
              type="button"
              className={classes.arrow}
              data-to="back"
              aria-label={t('detail.pictureBack')}
              onClick={() => go(-1)}
            >
              <ChevronLeft size={18} className="flip" aria-hidden />
            </button>
            <button
              type="button"
              className={classes.arrow}
              data-to="on"
              aria-label={t('detail.pictureOn')}
              onClick={() => go(1)}
            >
              <ChevronRight size={18} className="flip" aria-hidden />
            </button>
            <span className={classes.place} dir="ltr" aria-hidden="true">
              {found + 1} / {all.length}
            </span>
          </>
        ) : null}
      </div>
    </div>
  );
}

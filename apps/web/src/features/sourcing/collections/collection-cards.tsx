import type { Collection } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox, SkeletonLine } from '../../../kit/skeletons.tsx';
import type { CallData } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { pictureAt } from '../../products/index.ts';
import { BulletList } from './bullet-list.tsx';
import { collectionSizes } from './collection-queries.ts';
import classes from './collections.module.css';
import { COLLECTIONS } from './collections.ts';

type Size = CallData<'GET /product-sources/collections/list'>['items'][number];

/** Edge of the small pictures, in pixels. */
const PICTURE = 36;
const SHOWN = 2;
/** More than so many are not counted out. */
const COUNTED_MOST = 1000;

/** The collections that hold something, as cards in one row or spread over the page; nothing where there is none. */
export default function CollectionCards({ spread }: { spread?: boolean }) {
  const { t } = useTranslation('sourcing');
  const { data } = useQuery(collectionSizes());
  const shown = data?.items.filter((size) => size.count > 0);
  if (shown?.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t('collection.heading')} aria-busy={!shown || undefined}>
      <ul className={classes.row} data-spread={spread || undefined}>
        {shown
          ? shown.map((size) => (
              <li key={size.slug}>
                <Card size={size} />
              </li>
            ))
          : COLLECTIONS.map((slug) => (
              <li key={slug} aria-hidden="true">
                <Bone />
              </li>
            ))}
      </ul>
    </section>
  );
}

function Card({ size }: { size: Size }) {
  const { t } = useTranslation('sourcing');
  const { count } = useFormats();
  const slug: Collection = size.slug;
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <Link to="/app/find-product/$collectionId" params={{ collectionId: slug }} className={classes.link}>
            {t(`collection.${slug}.name`)}
          </Link>{' '}
          <span className={classes.count}>
            <span aria-hidden="true">{count(size.count + (size.has_more ? 1 : 0), COUNTED_MOST)}</span>
            <span className="visually-hidden">{t('collection.products', { count: size.count })}</span>
          </span>
        </h2>
        <div className={classes.pictures} aria-hidden="true">
          {size.images.slice(0, SHOWN).map((image) => (
            <ProductPicture key={image} src={pictureAt(image, PICTURE)} alt="" size={PICTURE} />
          ))}
        </div>
      </div>
      <BulletList slug={slug} />
    </div>
  );
}

/** The shape of a card to come. */
function Bone() {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.name}>
          <SkeletonLine width="60%" height={12} />
        </span>
        <SkeletonBox width={PICTURE} height={PICTURE} />
      </div>
      <span className={classes.skeletons}>
        <SkeletonLine width="90%" />
        <SkeletonLine width="80%" />
      </span>
    </div>
  );
}

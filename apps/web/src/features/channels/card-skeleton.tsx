import { SkeletonBox, SkeletonLine } from '../../kit/skeletons.tsx';
import classes from './channels.module.css';

/** The shape of a store's card to come, or of a supplier's. */
export function CardSkeleton({ tall }: { tall?: boolean }) {
  return (
    <div className={classes.card} data-skeleton={tall ? 'store' : 'supplier'} aria-hidden="true">
      <div className={classes.head}>
        {tall ? <SkeletonBox width={36} height={36} /> : null}
        <div className={classes.skeletonLines}>
          <SkeletonLine width="45%" height={12} />
          <SkeletonLine width="30%" height={8} />
        </div>
      </div>
      {tall ? <SkeletonBox width="100%" height={40} /> : null}
      <SkeletonBox width={120} height={28} />
    </div>
  );
}

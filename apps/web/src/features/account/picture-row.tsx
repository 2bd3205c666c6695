import { Button } from '@mantine/core';
import { PICTURE_FILE } from '@quayside/contracts/picture-file.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { Failure } from '../../kit/failure.tsx';
import type { Account } from '../../lib/account.ts';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import classes from './account.module.css';
import { type PictureFault, pictureFault } from './picture-fault.ts';

const CropDialog = lazyChunk(() => import('./crop-dialog.tsx'));

/** The person's picture: chosen, cut, sent, taken away. */
export function PictureRow({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<PictureFault>();
  const changed = async () => {
    await Promise.all(['stores', 'team'].map((topic) => client.invalidateQueries({ queryKey: [topic] })));
  };
  const remove = useMutation({ mutationFn: () => api('DELETE /auth/account/picture'), onSuccess: changed });

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const chosen = event.currentTarget.files?.[0];
    // The same file may be chosen once more.
    event.currentTarget.value = '';
    if (!chosen) return;
    const found = pictureFault(chosen);
    setFault(found);
    setFile(found ? undefined : chosen);
  }

  return (
    <div className={classes.face}>
      <Avatar name={account.name || account.email} picture={account.avatar} size={72} />
      <div className={classes.faceParts}>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => input.current?.click()}>
            {t(account.avatar ? 'picture.change' : 'picture.choose')}
          </Button>
          {account.avatar ? (
            <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('picture.remove')}
            </Button>
          ) : null}
        </div>
        <p className={classes.quiet}>{t('picture.note')}</p>
        <Failure text={fault ? t(`picture.fault.${fault}`) : undefined} />
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_FILE.types.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
      <Suspense fallback={null}>
        {file ? (
          <CropDialog
            file={file}
            onClose={() => setFile(undefined)}
            onUnreadable={() => {
              setFile(undefined);
              setFault('noPicture');
            }}
            onCut={async (picture) => {
              await api('PUT /auth/account/picture', { body: picture });
              await changed();
              setFile(undefined);
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

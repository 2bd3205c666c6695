import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { convertToPercentCrop, type PercentCrop, type PixelCrop } from 'react-image-crop';
import { Failure } from '../../kit/failure.tsx';
import 'react-image-crop/dist/ReactCrop.css';
import { Dialog } from '../../kit/dialog.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { ApiError } from '../../lib/api.ts';
import { canvasFailure, cutOut, exported } from '../../lib/pictures/canvas.ts';
import { croppedLater, pieceOf, settledCrop, startingCrop } from '../../lib/pictures/crop.ts';
import { cropLabels } from '../../lib/pictures/crop-labels.ts';
import classes from './crop-dialog.module.css';

const SHAPES = ['square', 'free'] as const;
type Shape = (typeof SHAPES)[number];

interface Props {
  file: Blob;
  onClose(): void;
  /** The browser can open no picture in it. */
  onUnreadable(): void;
  /** Sends the cropped image. The caller shows errors of the server. */
  onCut(picture: Blob): Promise<void>;
}

/** Cuts a person's picture: a square, or a free piece that is then shown whole. Import it lazily. */
export default function CropDialog({ file, onClose, onUnreadable, onCut }: Props) {
  const { t } = useTranslation('account');
  const [url, setUrl] = useState<string>();
  const [shape, setShape] = useState<Shape>('square');
  const [crop, setCrop] = useState<PercentCrop>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef<PercentCrop>(undefined);

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const tell = (error: unknown) => {
    const failed = canvasFailure(error);
    setFailure(t(failed ? `picture.failed.${failed}` : 'picture.failed.other'));
  };
  const said = useRef(tell);
  useEffect(() => {
    said.current = tell;
  });
  const output = useMemo(
    () =>
      croppedLater(
        async () => {
          const image = picture.current;
          if (!image || !latest.current) throw new Error('nothing is cropped yet');
          return cutOut(image, pieceOf(latest.current, image), canvas.current);
        },
        (made) =>
          void made.then(
            () => setFailure(undefined),
            (error: unknown) => said.current(error),
          ),
      ),
    [],
  );
  useEffect(() => output.stop, [output]);

  function move(next: PercentCrop): void {
    latest.current = next;
    setCrop(next);
    output.moved();
  }
  function start(wanted: Shape): void {
    const image = picture.current;
    if (!image) return;
    const { naturalWidth: width, naturalHeight: height } = image;
    const piece = startingCrop({ width, height }, wanted === 'square' ? 1 : undefined);
    move(convertToPercentCrop({ unit: 'px', ...piece }, width, height));
  }
  /** A mere click makes a crop too; it is seen on the screen, so it is measured there. */
  function settle(pixels: PixelCrop): void {
    const image = picture.current;
    const settled = image && settledCrop(pixels, image);
    if (settled && settled !== pixels) move(convertToPercentCrop(settled, image.width, image.height));
  }
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await onCut(await exported(await output.now(), { forced: shape === 'square' }));
    } catch (error) {
      if (!(error instanceof ApiError)) tell(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('picture.crop')} width={520} busy={busy}>
      <div className={classes.dialog}>
        {/* A picture has no direction of writing: left stays left. */}
        <div className={classes.stage} dir="ltr">
          {url ? (
            <ReactCrop
              className="ReactCrop--no-animate"
              crop={crop}
              aspect={shape === 'square' ? 1 : undefined}
              circularCrop={shape === 'square'}
              disabled={busy}
              ariaLabels={cropLabels((key) => t(`picture.handle.${key}`))}
              onChange={(_pixels, next) => move(next)}
              onComplete={settle}
            >
              <img
                ref={picture}
                src={url}
                alt=""
                className={classes.picture}
                onLoad={() => {
                  start(shape);
                  // What is seen first needs no rest.
                  void output.now().catch(() => undefined);
                }}
                onError={onUnreadable}
              />
            </ReactCrop>
          ) : null}
        </div>
        <div className={classes.row}>
          <canvas ref={canvas} className={classes.preview} role="img" aria-label={t('picture.preview')} />
          <div className={classes.choice}>
            <Segmented
              label={t('picture.shape.label')}
              value={shape}
              choices={SHAPES.map((value) => ({ value, label: t(`picture.shape.${value}`) }))}
              onChange={(next) => {
                setShape(next);
                start(next);
              }}
            />
            <p className={classes.hint}>{t(`picture.hint.${shape}`)}</p>
          </div>
        </div>
        <p className={classes.hint}>{t('picture.hint.keys')}</p>
        <Failure text={failure} />
        <div className={classes.buttons}>
          <Button variant="subtle" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button onClick={() => void save()} loading={busy} disabled={!crop} data-autofocus>
            {t('picture.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

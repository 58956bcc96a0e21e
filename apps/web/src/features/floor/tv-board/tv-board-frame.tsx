import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { AlwaysDark } from '../../../lib/device.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useFullscreen } from '../../../ui/page/fullscreen.ts';
import { useIsSmallDesktop } from '../../../ui/data-table/columns/window-width.ts';
import { FloorBoard } from '../board/floor-board.tsx';
import type { Board } from '../board/use-wait-format.ts';
import styles from './tv-board.module.css';

interface TvBoardFrameProps {
  board: Board | undefined;
  now: number;
  names: boolean;
  /** Time (ms) of the last contact if the connection is lost, otherwise null. */
  lostSince: number | null;
  actions?: ReactNode;
}

/** TV board: the floor in full screen, always dark, with a clock and the time of a lost connection. */
export function TvBoardFrame({ board, now, names, lostSince, actions }: TvBoardFrameProps) {
  const { t } = useTranslation('floor');
  const { time, number } = useFormat();
  usePageTitle(t('tvBoard.title'));
  useFullscreen();
  useWakeLock();
  // The large layout does not fit on a phone or a tablet. They use the desk layout, which scrolls.
  const isLarge = !useIsSmallDesktop();
  const late = board?.bands.reduce((sum, band) => sum + band.late, 0) ?? 0;
  return (
    <AlwaysDark value>
      <div className={styles.board} data-theme="dark" aria-busy={!board || undefined}>
        <header className={styles.head}>
          <h1>
            {t('title')} <span className="ink-muted regular">{board?.workstreams.join(' + ')}</span>
          </h1>
          {board && (
            <strong className={late > 0 ? 'ink-danger' : 'ink-muted regular'}>
              {late > 0 ? t('allLate', { count: late, n: number(late) }) : t('noneLate')}
            </strong>
          )}
          <strong className={styles.connectionLost} role="status">
            {lostSince === null ? '' : t('lost', { when: time(lostSince) })}
          </strong>
          {actions && <span className={styles.actions}>{actions}</span>}
          <time className={styles.clock} aria-label={t('tvBoard.clock')}>
            {board ? time(now) : ''}
          </time>
        </header>
        {board ? (
          <FloorBoard board={board} view={{ isLarge, hasLinks: false, showNames: names, now }} />
        ) : (
          <p>{t('loading')}</p>
        )}
      </div>
    </AlwaysDark>
  );
}

/** Keeps the screen awake, if the browser supports it. */
function useWakeLock(): void {
  useEffect(() => {
    let wakeLock: WakeLockSentinel | null = null;
    let isUnmounted = false;
    const requestLock = () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        (lock) => {
          if (isUnmounted) void lock.release();
          else wakeLock = lock;
        },
        () => undefined,
      );
    };
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      isUnmounted = true;
      document.removeEventListener('visibilitychange', requestLock);
      void wakeLock?.release();
    };
  }, []);
}

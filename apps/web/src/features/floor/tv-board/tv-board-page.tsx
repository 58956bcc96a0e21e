import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownFiles } from '../../../lib/call/release.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { TvBoardFrame } from './tv-board-frame.tsx';
import { saveTvBoard, type TvBoardState } from './tv-board-line.ts';
import styles from './tv-board.module.css';

/** Separate key, independent of sign-ins in this browser (decision 129). */
const KEPT = 'wall_token';
const RELOADED = 'wall_reloaded_for';

/**
 * Token of the link. It arrives in the URL fragment, which no request contains, and is removed from the URL at once. The tab's storage
 * keeps it for reloads and restored tabs.
 */
function takeToken(): string | null {
  const brought = /^#(w[A-Za-z0-9_-]{43})$/.exec(window.location.hash)?.[1];
  if (brought) {
    sessionStorage.setItem(KEPT, brought);
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }
  return brought ?? sessionStorage.getItem(KEPT);
}

/** The floor on a TV board without sign-in (/wall). */
export default function WallPage() {
  const [token] = useState(takeToken);
  return token === null ? <Told what="no_link" /> : <Wall token={token} />;
}

const BEGINNING: TvBoardState = { board: null, lost: null, ended: false };

function Wall({ token }: { token: string }) {
  const [{ board, lost, ended }, setState] = useState(BEGINNING);
  useEffect(() => saveTvBoard({ token, onState: setState, onRelease: reloadOnce }), [token]);
  useEffect(() => {
    if (ended) sessionStorage.removeItem(KEPT);
  }, [ended]);
  const now = useNow();
  if (ended) return <Told what="ended" />;
  return <TvBoardFrame board={board ?? undefined} now={now} names={board?.names ?? false} lost={lost} />;
}

/** Loads the newer release, but only once: a second reload would loop if the server still sends the old files. */
function reloadOnce(): void {
  const own = ownFiles().join(' ');
  if (sessionStorage.getItem(RELOADED) === own) return;
  sessionStorage.setItem(RELOADED, own);
  window.location.reload();
}

/** Message with the reason for an empty board and the next step. */
function Told({ what }: { what: 'no_link' | 'ended' }) {
  const { t } = useTranslation('floor');
  usePageTitle(t('tvBoard.title'));
  return (
    <main className={styles.wall} data-theme="dark">
      <div className={styles.told}>
        <h1>{t(`tvBoard.${what}`)}</h1>
        <p>{t(`tvBoard.${what}_hint`)}</p>
      </div>
    </main>
  );
}

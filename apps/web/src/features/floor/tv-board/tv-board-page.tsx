import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getEntryFiles } from '../../../lib/api/release.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { TvBoardFrame } from './tv-board-frame.tsx';
import { connectTvBoard, type TvBoardState } from './tv-board-connection.ts';
import styles from './tv-board.module.css';

/** Separate key, independent of sign-ins in this browser (decision 129). */
const TOKEN_KEY = 'tv_board_token';
const RELOADED_KEY = 'tv_board_reloaded_for';

/**
 * Reads the token of the link from the URL fragment, which is never sent to a server, and immediately removes it from the URL. Session
 * storage keeps the token for reloads.
 */
function readToken(): string | null {
  const urlToken = /^#(w[A-Za-z0-9_-]{43})$/.exec(window.location.hash)?.[1];
  if (urlToken) {
    sessionStorage.setItem(TOKEN_KEY, urlToken);
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }
  return urlToken ?? sessionStorage.getItem(TOKEN_KEY);
}

/** The floor on a TV board without sign-in (/tv-board). */
export default function TvBoardPage() {
  const [token] = useState(readToken);
  return token === null ? <TvBoardMessage what="noLink" /> : <TvBoard token={token} />;
}

const INITIAL_STATE: TvBoardState = { board: null, lostSince: null, ended: false };

function TvBoard({ token }: { token: string }) {
  const [{ board, lostSince, ended }, setState] = useState(INITIAL_STATE);
  useEffect(() => connectTvBoard({ token, onState: setState, onRelease: reloadOnce }), [token]);
  useEffect(() => {
    if (ended) sessionStorage.removeItem(TOKEN_KEY);
  }, [ended]);
  const now = useNow();
  if (ended) return <TvBoardMessage what="ended" />;
  return <TvBoardFrame board={board ?? undefined} now={now} names={board?.names ?? false} lostSince={lostSince} />;
}

/** Loads the newer release, but only once: if the server still sends the old files, the page would reload forever. */
function reloadOnce(): void {
  const currentFiles = getEntryFiles().join(' ');
  if (sessionStorage.getItem(RELOADED_KEY) === currentFiles) return;
  sessionStorage.setItem(RELOADED_KEY, currentFiles);
  window.location.reload();
}

/** Message with the reason for an empty board and the next step. */
function TvBoardMessage({ what }: { what: 'noLink' | 'ended' }) {
  const { t } = useTranslation('floor');
  usePageTitle(t('tvBoard.title'));
  return (
    <main className={styles.board} data-theme="dark">
      <div className={styles.message}>
        <h1>{t(`tvBoard.${what}`)}</h1>
        <p>{t(`tvBoard.${what}Hint`)}</p>
      </div>
    </main>
  );
}

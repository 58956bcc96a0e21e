import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../lib/toast.ts';
import styles from './conflict.module.css';

/** Height of the drawer's part above the scrolling part, in pixels. */
const HEADER = 48;

/** One difference. */
export interface Version {
  name: string;
  theirs: ReactNode;
  mine: ReactNode;
  /** The merged value, if it differs from both. */
  both?: string;
}

/** A button with its label. */
interface Way {
  words: string;
  go: () => void;
  busy?: boolean;
}

interface ConflictNoticeProps {
  /** The other user and the kind of change. */
  title: string;
  /** Details: history entries or a sentence. */
  children?: ReactNode;
  versions?: readonly Version[];
  /** The consequence for saving. */
  hint?: ReactNode;
  /** Takes the newer version. */
  theirs?: Way | undefined;
  /** Saves mine over theirs, if permitted. */
  mine?: Way | undefined;
  /** Identifies the other user's change. A user who has scrolled past the notice gets a toast for each. */
  newest?: string | number | undefined;
  /** Number of save attempts that it has stopped. Each scrolls the notice into view and focuses its first button. */
  presses?: number;
}

/**
 * The only notice about another user's change: the user, the differences, the consequences and the choices (quality 9, decision 152). The
 * screen provides the texts.
 */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { title, children, versions = [], hint, theirs, mine, newest, presses = 0 } = props;
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const tell = useEffectEvent(() => {
    const isPassed = (place.current?.getBoundingClientRect().bottom ?? Infinity) < HEADER;
    if (presses === 0 && isPassed) toast.info(title);
  });
  useEffect(() => tell(), [newest, title]);
  useEffect(() => {
    if (presses === 0) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    first.current?.focus({ preventScroll: true });
  }, [presses]);
  const ways = [theirs, mine].filter((way) => way !== undefined);
  return (
    <div ref={place} className="mb-12">
      <Alert
        type="warning"
        role={presses > 0 ? 'alert' : 'status'}
        title={title}
        description={
          <div className="stack">
            {children}
            {versions.length > 0 && (
              <div className={styles.scroller}>
                <Versions versions={versions} />
              </div>
            )}
            {hint && <p>{hint}</p>}
            {ways.length > 0 && (
              <div className="wrap">
                {ways.map((way, at) => (
                  <Button
                    key={way.words}
                    ref={at === 0 ? first : undefined}
                    type={way === mine ? 'primary' : 'default'}
                    loading={way.busy ?? false}
                    onClick={way.go}
                  >
                    {way.words}
                  </Button>
                ))}
              </div>
            )}
          </div>
        }
      />
    </div>
  );
}

/** The differences, theirs next to mine. */
function Versions({ versions }: { versions: readonly Version[] }) {
  const { t } = useTranslation('record');
  return (
    <table className={styles.versions}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('theirs')}</th>
          <th scope="col">{t('mine')}</th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ name, theirs, mine, both }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{theirs}</td>
            <td>
              {mine}
              {both !== undefined && <div className="mt-4 ink-muted">{t('together', { value: both })}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

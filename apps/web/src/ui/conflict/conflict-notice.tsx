import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../lib/toast.ts';
import styles from './conflict.module.css';

/** The part of a drawer above the part that scrolls, in pixels. */
const HEADER = 48;

/** One thing that differs. */
export interface Version {
  name: string;
  theirs: ReactNode;
  mine: ReactNode;
  /** The value that saving mine would give, where it is neither of the two. */
  both?: string;
}

/** A way on: a button with its words. */
interface Way {
  words: string;
  go: () => void;
  busy?: boolean;
}

interface ConflictNoticeProps {
  /** Who was first, and with what. */
  title: string;
  /** When and how: the entries of a history, a sentence. */
  children?: ReactNode;
  versions?: readonly Version[];
  /** The consequence for saving. */
  hint?: ReactNode;
  /** Takes the newer state. */
  theirs?: Way | undefined;
  /** Saves over it, where that is permitted. */
  mine?: Way | undefined;
  /** Tells this news from the next: somebody who has scrolled past the notice gets a toast for each. */
  newest?: string | number | undefined;
  /** How many presses it has held up. With each it comes into sight, and its first button has the focus; without any it is news while one types. */
  presses?: number;
}

/**
 * The one notice that somebody else was first: who, what differs, what that means and the ways on (quality 9, decision 152). A screen
 * gives the words.
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

/** Each thing that differs, theirs beside mine. */
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
              {both !== undefined && <div className="mt-4 ink-quiet">{t('together', { value: both })}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

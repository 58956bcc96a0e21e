import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useToast } from '../../lib/toast.ts';
import styles from './conflict.module.css';

/** Height of the drawer's part above the scrolling part, in pixels. */
const HEADER_HEIGHT = 48;

/** One field with its two values. */
export interface Version {
  name: string;
  theirs: ReactNode;
  mine: ReactNode;
  /** The merged value, if it differs from both. */
  both?: string;
}

interface ConflictChoice {
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
  /** The button "Use theirs": takes the other user's version. */
  theirs?: ConflictChoice | undefined;
  /** The button "Use mine": saves the user's values over the other version, if permitted. */
  mine?: ConflictChoice | undefined;
  /** Identifies the other user's change. A user who has scrolled past the notice sees a toast for each. */
  newsId?: string | number | undefined;
  /** Number of save attempts that it has stopped. Each scrolls the notice into view and focuses its first button. */
  saveAttempts?: number;
}

/**
 * The only notice about another user's change: the user, the differences, the consequences and the choices (quality 9, decision 152). The
 * screen provides the texts.
 */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { title, children, versions = [], hint, theirs, mine, newsId, saveAttempts = 0 } = props;
  const toast = useToast();
  const container = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const announce = useEffectEvent(() => {
    const isPassed = (container.current?.getBoundingClientRect().bottom ?? Infinity) < HEADER_HEIGHT;
    if (saveAttempts === 0 && isPassed) toast.info(title);
  });
  useEffect(() => announce(), [newsId, title]);
  useEffect(() => {
    if (saveAttempts === 0) return;
    container.current?.scrollIntoView({ block: 'nearest' });
    first.current?.focus({ preventScroll: true });
  }, [saveAttempts]);
  const choices = [theirs, mine].filter((choice) => choice !== undefined);
  return (
    <div ref={container} className="mb-12">
      <Alert
        type="warning"
        role={saveAttempts > 0 ? 'alert' : 'status'}
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
            {choices.length > 0 && (
              <div className="wrap">
                {choices.map((choice, index) => (
                  <Button
                    key={choice.words}
                    ref={index === 0 ? first : undefined}
                    type={choice === mine ? 'primary' : 'default'}
                    loading={choice.busy ?? false}
                    onClick={choice.go}
                  >
                    {choice.words}
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

/** The differences: the other user's value next to the user's value. */
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

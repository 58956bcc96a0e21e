import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import css from './metadata.module.css';

interface StaleVersionsProps {
  title: string;
  theirs: readonly string[];
  mine: readonly string[];
  onTheirs: () => void;
  onMine: () => void;
}

/** Somebody else saved first: both versions line by line, what differs in bold, and the two ways on (quality 9). */
export function StaleVersions({ title, theirs, mine, onTheirs, onMine }: StaleVersionsProps) {
  const { t } = useTranslation('setting');
  return (
    <Alert
      type="warning"
      role="alert"
      className={css.notice}
      title={t('metadata.stale.title', { what: title })}
      description={
        <>
          <div className={css.versions}>
            <Version name={t('metadata.stale.theirs')} lines={theirs} other={mine} />
            <Version name={t('metadata.stale.mine')} lines={mine} other={theirs} />
          </div>
          <div className={css.foot}>
            <Button onClick={onTheirs}>{t('metadata.stale.takeTheirs')}</Button>
            <Button type="primary" onClick={onMine}>
              {t('metadata.stale.reapply')}
            </Button>
          </div>
        </>
      }
    />
  );
}

function Version({ name, lines, other }: { name: string; lines: readonly string[]; other: readonly string[] }) {
  return (
    <div>
      <h3>{name}</h3>
      <ol>
        {lines.map((line) => (
          <li key={line}>{other.includes(line) ? line : <b>{line}</b>}</li>
        ))}
      </ol>
    </div>
  );
}

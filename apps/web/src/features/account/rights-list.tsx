import { useTranslation } from 'react-i18next';
import { byArea, useCodeWords } from '../../lib/words/permission-words.ts';
import css from './account-page.module.css';
import { useRightWord } from './use-right-word.ts';

/** What one may do, by area, in words; the administrators' names of the codes under them. The bureau's own come last. */
export function RightsList({ codes }: { codes: ReadonlySet<string> }) {
  const { t } = useTranslation('account');
  const words = useCodeWords();
  const wordOf = useRightWord();
  const groups = byArea([...codes], (code) => code);
  if (groups.length === 0) return <p>{t('no_rights')}</p>;
  return (
    <dl className={css.rights}>
      {groups.map(({ area, things }) => (
        <div key={area}>
          <dt>{words.area(area)}</dt>
          <dd>
            <ul>
              {things.map((code) => (
                <li key={code} title={code}>
                  {wordOf(code)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

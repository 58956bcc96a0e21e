import styles from './page-to-come.module.css';

const LINES = 10;

/**
 * A page whose code or words are on their way (look.md: never a spinner on an empty page): its head and its lines in grey, at the places where
 * they will be. Without text: there may be no translations yet.
 */
export function PageToCome() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.head} aria-hidden />
      <div className={styles.lines} aria-hidden>
        {Array.from({ length: LINES }, (_, line) => (
          <i key={line} />
        ))}
      </div>
    </div>
  );
}

import { formatReport, verifyDatabase } from '../backup/verify.ts';
import { readConfig } from '../config.ts';
import { reachDatabase } from '../db/open.ts';
import { readOptions, printFailure } from '../options.ts';

// `npm run verify` checks the invariants of the data during work, and changes nothing. Exit code 1 means violations.
try {
  readOptions('npm run verify', { options: {} });
  const { directUrl, stop } = await reachDatabase(readConfig(), { log: console.log, existing: true });
  try {
    const findings = await verifyDatabase(directUrl);
    console.log(formatReport(findings));
    const failedCount = findings.filter(({ ids }) => ids.length > 0).length;
    console.log(
      failedCount === 0
        ? `\nAll ${findings.length} checks passed.`
        : `\n${failedCount} of ${findings.length} checks failed.`,
    );
    if (failedCount > 0) process.exitCode = 1;
  } finally {
    await stop();
  }
} catch (error) {
  printFailure(error);
}

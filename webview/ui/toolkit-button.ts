/** The toolkit's button, for `vscode-button` elements made before or after: see toolkit.ts. */
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';

provideVSCodeDesignSystem().register(vsCodeButton());

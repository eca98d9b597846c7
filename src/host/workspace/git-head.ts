/** Reads a file's content at git HEAD through VS Code's git extension. */
import * as vscode from 'vscode';

/** The part of its published API that we use. */
interface GitExtension {
  getAPI(version: 1): GitApi;
}
interface GitApi {
  getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

/** Undefined without git or a repository, or if HEAD has no such file. @throws if the extension cannot be activated. */
export async function headVersion(file: vscode.Uri): Promise<vscode.Uri | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) {
    return undefined;
  }
  const api = (await extension.activate()).getAPI(1);
  try {
    await api.getRepository(file)?.show('HEAD', file.fsPath);
  } catch {
    return undefined;
  }
  return api.getRepository(file) === null ? undefined : api.toGitUri(file, 'HEAD');
}

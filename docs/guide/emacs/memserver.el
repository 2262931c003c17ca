;;; memserver.el --- A memory for chat agents -*- lexical-binding: t; -*-

;; Needs Emacs 28 or newer and nothing else: it speaks to the server with the jsonrpc library that comes with Emacs.
;; Put this file on your load path and write (require 'memserver) into your init file.

;;; Code:

(require 'jsonrpc)
(require 'subr-x)

(defgroup memserver nil
  "A memory for chat agents."
  :group 'tools)

(defcustom memserver-command '("memserver" "serve")
  "The program that serves, with its arguments."
  :type '(repeat string))

(defcustom memserver-settings nil
  "Settings of docs/configuration.md as a plist, for example (:contextLength 65536)."
  :type 'plist)

(defvar memserver--connection nil)

(defun memserver--workspace ()
  "The uri of the project around the current buffer."
  (let ((folder (or (locate-dominating-file default-directory ".git") default-directory)))
    (concat "file://" (directory-file-name (expand-file-name folder)))))

(defun memserver--connect ()
  "Return the connection, starting the server when there is none."
  (unless (and memserver--connection (jsonrpc-running-p memserver--connection))
    (setq memserver--connection
          (make-instance 'jsonrpc-process-connection
                         :name "memserver"
                         :events-buffer-scrollback-size 0
                         :notification-dispatcher #'ignore
                         :request-dispatcher #'ignore
                         :process (lambda ()
                                    (make-process :name "memserver" :command memserver-command
                                                  :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                                                  :stderr (get-buffer-create " *memserver stderr*")))))
    (jsonrpc-request memserver--connection :initialize
                     (list :processId (emacs-pid)
                           :capabilities (make-hash-table)
                           :initializationOptions (or memserver-settings (make-hash-table))
                           :workspaceFolders (vector (list :uri (memserver--workspace) :name "workspace"))))
    (jsonrpc-notify memserver--connection :initialized (make-hash-table)))
  memserver--connection)

(defun memserver-ask (method params)
  "Send the request METHOD (such as \"memory/search\") with the plist PARAMS and return its result."
  (jsonrpc-request (memserver--connect) :workspace/executeCommand
                   (list :command (concat "memserver." (string-replace "/" "." method))
                         :arguments (vector params))
                   :timeout 30))

(defun memserver--show (title text)
  "Show TEXT in a window under TITLE."
  (with-current-buffer (get-buffer-create "*memory*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert title "\n\n" text)
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

;;;###autoload
(defun memserver-remember (content)
  "Remember CONTENT for this project; with an active region, the region."
  (interactive (list (if (use-region-p)
                         (buffer-substring-no-properties (region-beginning) (region-end))
                       (read-string "Remember: "))))
  (let* ((file (and (called-interactively-p 'any) (use-region-p) buffer-file-name))
         (result (memserver-ask "memory/add"
                                (append (list :layer "project" :content content :workspaceUri (memserver--workspace))
                                        (and file (list :relatedFiles (vector file)))))))
    (message (if (plist-get result :duplicateOf) "This was known already." "Remembered."))
    result))

;;;###autoload
(defun memserver-search (query)
  "Show what is known about QUERY."
  (interactive "sSearch memories: ")
  (let* ((found (plist-get (memserver-ask "memory/search" (list :query query :workspaceUri (memserver--workspace)))
                           :results))
         (lines (mapcar (lambda (hit)
                          (format "- %s (%s, %s)" (plist-get hit :title) (plist-get hit :layer) (plist-get hit :status)))
                        found)))
    (memserver--show (concat "Memories: " query) (string-join lines "\n"))
    found))

;;;###autoload
(defun memserver-context (prompt)
  "Show the text that a chat agent would be given for PROMPT, and return it."
  (interactive "sPrompt: ")
  (let ((text (plist-get (memserver-ask "context/build"
                                        (list :prompt prompt :sessionId "emacs" :workspaceUri (memserver--workspace)))
                         :prompt)))
    (memserver--show (concat "Context: " prompt) text)
    text))

(provide 'memserver)
;;; memserver.el ends here

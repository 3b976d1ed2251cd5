/*
 * Where OpenSSL's functions come from. Include it last, after the headers that declare them.
 *
 * Linked, as embedders get it, this header is empty. In the program (SOCKEYE_LAZY_LIBRARIES) each name below stands for a
 * member of one table, which the first call fills: the libraries are loaded (dlopen(3)) when TLS, a digest or a random
 * number first needs them. Debian builds them with -z now, so that loading them binds 4,900 names: half the instructions
 * of a start that needs none of them.
 *
 * A new call needs its name in both lists, or the program doesn't link.
 */
#ifndef SOCKEYE_OPENSSL_CALLS_H
#define SOCKEYE_OPENSSL_CALLS_H

#ifdef SOCKEYE_LAZY_LIBRARIES

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#define SOCKEYE_OPENSSL_OF_LIBCRYPTO(use) \
    use(ASN1_STRING_get0_data) use(ASN1_STRING_length) use(ASN1_STRING_print) use(ASN1_STRING_type) \
    use(ASN1_TIME_free) use(ASN1_TIME_print) use(BIO_clear_flags) use(BIO_ctrl) use(BIO_free) use(BIO_get_data) \
    use(BIO_get_new_index) use(BIO_meth_new) use(BIO_meth_set_ctrl) use(BIO_meth_set_read_ex) \
    use(BIO_meth_set_write_ex) use(BIO_new) use(BIO_new_file) use(BIO_new_mem_buf) use(BIO_printf) use(BIO_puts) \
    use(BIO_read) use(BIO_s_mem) use(BIO_set_data) use(BIO_set_flags) use(BIO_set_init) use(BIO_test_flags) \
    use(BIO_write) use(BN_bin2bn) use(BN_free) use(BN_print) use(BN_to_ASN1_INTEGER) use(CRYPTO_free) \
    use(CRYPTO_get_ex_new_index) use(CRYPTO_memcmp) use(ERR_clear_error) use(ERR_peek_error) \
    use(ERR_peek_error_data) use(ERR_peek_last_error) use(ERR_reason_error_string) use(EVP_CIPHER_CTX_ctrl) \
    use(EVP_CIPHER_CTX_free) use(EVP_CIPHER_CTX_new) use(EVP_DecryptFinal_ex) use(EVP_DecryptInit_ex) \
    use(EVP_DecryptUpdate) use(EVP_Digest) use(EVP_DigestFinal_ex) use(EVP_DigestInit_ex) use(EVP_DigestUpdate) \
    use(EVP_EncryptFinal_ex) use(EVP_EncryptInit_ex) use(EVP_EncryptUpdate) use(EVP_MAC_CTX_free) \
    use(EVP_MAC_CTX_new) use(EVP_MAC_fetch) use(EVP_MAC_final) use(EVP_MAC_free) use(EVP_MAC_init) \
    use(EVP_MAC_update) use(EVP_MD_CTX_free) use(EVP_MD_CTX_new) use(EVP_MD_fetch) use(EVP_MD_free) \
    use(EVP_PBE_scrypt) use(EVP_PKEY_Q_keygen) use(EVP_PKEY_free) use(EVP_PKEY_get_bits) use(EVP_PKEY_get_bn_param) \
    use(EVP_PKEY_is_a) use(EVP_aes_256_gcm) use(EVP_get_digestbyname) use(EVP_sha256) use(OBJ_nid2sn) \
    use(OBJ_obj2nid) use(OCSP_BASICRESP_free) use(OCSP_BASICRESP_new) use(OCSP_CERTID_free) use(OCSP_RESPONSE_free) \
    use(OCSP_SINGLERESP_get0_id) use(OCSP_basic_add1_status) use(OCSP_basic_sign) use(OCSP_basic_verify) \
    use(OCSP_cert_to_id) use(OCSP_check_validity) use(OCSP_crl_reason_str) use(OCSP_id_cmp) use(OCSP_id_get0_info) \
    use(OCSP_resp_count) use(OCSP_resp_get0) use(OCSP_response_create) use(OCSP_response_get1_basic) \
    use(OCSP_response_status) use(OCSP_response_status_str) use(OCSP_single_get0_status) use(OPENSSL_cleanse) \
    use(OPENSSL_sk_num) use(OPENSSL_sk_pop_free) use(OPENSSL_sk_value) use(OSSL_PARAM_construct_end) \
    use(OSSL_PARAM_construct_utf8_string) use(OpenSSL_version) use(PEM_read_bio_PrivateKey) use(PEM_read_bio_X509) \
    use(PEM_write_bio_PrivateKey) use(PEM_write_bio_X509) use(PKCS12_free) use(PKCS12_parse) use(RAND_bytes) \
    use(X509V3_EXT_conf_nid) use(X509V3_EXT_print) use(X509V3_set_ctx) use(X509_ALGOR_get0) use(X509_EXTENSION_free) \
    use(X509_EXTENSION_get_data) use(X509_EXTENSION_get_object) use(X509_LOOKUP_file) \
    use(X509_NAME_add_entry_by_txt) use(X509_NAME_print_ex) use(X509_PUBKEY_get0_param) \
    use(X509_STORE_CTX_get0_cert) use(X509_STORE_CTX_get0_untrusted) use(X509_STORE_CTX_get1_chain) \
    use(X509_STORE_CTX_get_current_cert) use(X509_STORE_CTX_get_error) use(X509_STORE_CTX_get_error_depth) \
    use(X509_STORE_CTX_get_ex_data) use(X509_STORE_CTX_set0_verified_chain) use(X509_STORE_CTX_set_error) \
    use(X509_STORE_add_cert) use(X509_STORE_add_lookup) use(X509_STORE_get0_param) use(X509_STORE_set_flags) \
    use(X509_VERIFY_PARAM_clear_flags) use(X509_VERIFY_PARAM_set1_host) use(X509_VERIFY_PARAM_set1_ip_asc) \
    use(X509_VERIFY_PARAM_set_hostflags) use(X509_add_ext) use(X509_chain_up_ref) use(X509_check_ca) use(X509_check_issued) \
    use(X509_check_private_key) use(X509_digest) use(X509_free) use(X509_get0_extensions) use(X509_get0_notAfter) \
    use(X509_get0_notBefore) use(X509_get0_pubkey) use(X509_get0_serialNumber) use(X509_get0_signature) \
    use(X509_get_X509_PUBKEY) use(X509_get_ext) use(X509_get_ext_by_NID) use(X509_get_issuer_name) \
    use(X509_get_serialNumber) use(X509_get_subject_name) use(X509_get_version) use(X509_getm_notAfter) \
    use(X509_getm_notBefore) use(X509_gmtime_adj) use(X509_load_crl_file) use(X509_new) use(X509_set_issuer_name) \
    use(X509_set_pubkey) use(X509_set_version) use(X509_sign) use(X509_verify) use(X509_verify_cert) \
    use(X509_verify_cert_error_string) use(d2i_OCSP_RESPONSE) use(d2i_PKCS12_bio) use(d2i_PrivateKey_bio) \
    use(d2i_X509_bio) use(i2a_ASN1_OBJECT) use(i2d_OCSP_RESPONSE) use(i2d_X509) use(i2d_X509_PUBKEY) \
    use(i2t_ASN1_OBJECT)

#define SOCKEYE_OPENSSL_OF_LIBSSL(use) \
    use(SSL_CIPHER_get_name) use(SSL_CTX_callback_ctrl) use(SSL_CTX_ctrl) use(SSL_CTX_free) \
    use(SSL_CTX_get0_certificate) use(SSL_CTX_get_cert_store) use(SSL_CTX_get_ex_data) use(SSL_CTX_load_verify_dir) \
    use(SSL_CTX_load_verify_file) use(SSL_CTX_new) use(SSL_CTX_sess_set_new_cb) use(SSL_CTX_set_alpn_protos) \
    use(SSL_CTX_set_alpn_select_cb) use(SSL_CTX_set_cert_verify_callback) use(SSL_CTX_set_cipher_list) \
    use(SSL_CTX_set_ciphersuites) use(SSL_CTX_set_default_passwd_cb) use(SSL_CTX_set_default_read_buffer_len) \
    use(SSL_CTX_set_default_verify_paths) use(SSL_CTX_set_ex_data) use(SSL_CTX_set_keylog_callback) \
    use(SSL_CTX_set_options) use(SSL_CTX_set_security_level) use(SSL_CTX_set_session_id_context) \
    use(SSL_CTX_use_PrivateKey) use(SSL_CTX_use_cert_and_key) use(SSL_CTX_use_certificate) \
    use(SSL_CTX_use_certificate_chain_file) use(SSL_CTX_use_certificate_file) use(SSL_SESSION_free) \
    use(SSL_SESSION_is_resumable) use(SSL_alert_desc_string_long) use(SSL_ctrl) use(SSL_do_handshake) use(SSL_free) \
    use(SSL_get0_alpn_selected) use(SSL_get0_param) use(SSL_get0_peer_certificate) use(SSL_get0_verified_chain) \
    use(SSL_get1_session) use(SSL_get_SSL_CTX) use(SSL_get_current_cipher) use(SSL_get_error) use(SSL_get_ex_data) \
    use(SSL_get_ex_data_X509_STORE_CTX_idx) use(SSL_get_peer_cert_chain) use(SSL_get_servername) \
    use(SSL_get_verify_mode) use(SSL_get_verify_result) use(SSL_get_version) \
    use(SSL_is_init_finished) use(SSL_key_update) use(SSL_new) use(SSL_new_session_ticket) use(SSL_read_ex) \
    use(SSL_select_next_proto) use(SSL_session_reused) use(SSL_set_accept_state) use(SSL_set_bio) \
    use(SSL_set_cert_cb) use(SSL_set_connect_state) use(SSL_set_ex_data) use(SSL_set_info_callback) \
    use(SSL_set_msg_callback) use(SSL_set_session) use(SSL_set_verify) use(SSL_shutdown) use(SSL_version) \
    use(SSL_write_ex) use(TLS_client_method) use(TLS_server_method)

/* Declared with the headers' types, so that a changed header fails to compile. */
typedef struct {
#define SOCKEYE_OPENSSL_MEMBER(name) __typeof__(&name) name;
    SOCKEYE_OPENSSL_OF_LIBCRYPTO(SOCKEYE_OPENSSL_MEMBER)
    SOCKEYE_OPENSSL_OF_LIBSSL(SOCKEYE_OPENSSL_MEMBER)
#undef SOCKEYE_OPENSSL_MEMBER
} sockeye_openssl_functions;

/*
 * The functions, loaded if they aren't yet; any thread may ask. Ends the process if it lacks the libraries.
 */
const sockeye_openssl_functions *sockeye_openssl(void);

#ifndef SOCKEYE_OPENSSL_IS_LOADING
#define ASN1_STRING_get0_data (sockeye_openssl()->ASN1_STRING_get0_data)
#define ASN1_STRING_length (sockeye_openssl()->ASN1_STRING_length)
#define ASN1_STRING_print (sockeye_openssl()->ASN1_STRING_print)
#define ASN1_STRING_type (sockeye_openssl()->ASN1_STRING_type)
#define ASN1_TIME_free (sockeye_openssl()->ASN1_TIME_free)
#define ASN1_TIME_print (sockeye_openssl()->ASN1_TIME_print)
#define BIO_clear_flags (sockeye_openssl()->BIO_clear_flags)
#define BIO_ctrl (sockeye_openssl()->BIO_ctrl)
#define BIO_free (sockeye_openssl()->BIO_free)
#define BIO_get_data (sockeye_openssl()->BIO_get_data)
#define BIO_get_new_index (sockeye_openssl()->BIO_get_new_index)
#define BIO_meth_new (sockeye_openssl()->BIO_meth_new)
#define BIO_meth_set_ctrl (sockeye_openssl()->BIO_meth_set_ctrl)
#define BIO_meth_set_read_ex (sockeye_openssl()->BIO_meth_set_read_ex)
#define BIO_meth_set_write_ex (sockeye_openssl()->BIO_meth_set_write_ex)
#define BIO_new (sockeye_openssl()->BIO_new)
#define BIO_new_file (sockeye_openssl()->BIO_new_file)
#define BIO_new_mem_buf (sockeye_openssl()->BIO_new_mem_buf)
#define BIO_printf (sockeye_openssl()->BIO_printf)
#define BIO_puts (sockeye_openssl()->BIO_puts)
#define BIO_read (sockeye_openssl()->BIO_read)
#define BIO_s_mem (sockeye_openssl()->BIO_s_mem)
#define BIO_set_data (sockeye_openssl()->BIO_set_data)
#define BIO_set_flags (sockeye_openssl()->BIO_set_flags)
#define BIO_set_init (sockeye_openssl()->BIO_set_init)
#define BIO_test_flags (sockeye_openssl()->BIO_test_flags)
#define BIO_write (sockeye_openssl()->BIO_write)
#define BN_bin2bn (sockeye_openssl()->BN_bin2bn)
#define BN_free (sockeye_openssl()->BN_free)
#define BN_print (sockeye_openssl()->BN_print)
#define BN_to_ASN1_INTEGER (sockeye_openssl()->BN_to_ASN1_INTEGER)
#define CRYPTO_free (sockeye_openssl()->CRYPTO_free)
#define CRYPTO_get_ex_new_index (sockeye_openssl()->CRYPTO_get_ex_new_index)
#define CRYPTO_memcmp (sockeye_openssl()->CRYPTO_memcmp)
#define ERR_clear_error (sockeye_openssl()->ERR_clear_error)
#define ERR_peek_error (sockeye_openssl()->ERR_peek_error)
#define ERR_peek_error_data (sockeye_openssl()->ERR_peek_error_data)
#define ERR_peek_last_error (sockeye_openssl()->ERR_peek_last_error)
#define ERR_reason_error_string (sockeye_openssl()->ERR_reason_error_string)
#define EVP_CIPHER_CTX_ctrl (sockeye_openssl()->EVP_CIPHER_CTX_ctrl)
#define EVP_CIPHER_CTX_free (sockeye_openssl()->EVP_CIPHER_CTX_free)
#define EVP_CIPHER_CTX_new (sockeye_openssl()->EVP_CIPHER_CTX_new)
#define EVP_DecryptFinal_ex (sockeye_openssl()->EVP_DecryptFinal_ex)
#define EVP_DecryptInit_ex (sockeye_openssl()->EVP_DecryptInit_ex)
#define EVP_DecryptUpdate (sockeye_openssl()->EVP_DecryptUpdate)
#define EVP_Digest (sockeye_openssl()->EVP_Digest)
#define EVP_DigestFinal_ex (sockeye_openssl()->EVP_DigestFinal_ex)
#define EVP_DigestInit_ex (sockeye_openssl()->EVP_DigestInit_ex)
#define EVP_DigestUpdate (sockeye_openssl()->EVP_DigestUpdate)
#define EVP_EncryptFinal_ex (sockeye_openssl()->EVP_EncryptFinal_ex)
#define EVP_EncryptInit_ex (sockeye_openssl()->EVP_EncryptInit_ex)
#define EVP_EncryptUpdate (sockeye_openssl()->EVP_EncryptUpdate)
#define EVP_MAC_CTX_free (sockeye_openssl()->EVP_MAC_CTX_free)
#define EVP_MAC_CTX_new (sockeye_openssl()->EVP_MAC_CTX_new)
#define EVP_MAC_fetch (sockeye_openssl()->EVP_MAC_fetch)
#define EVP_MAC_final (sockeye_openssl()->EVP_MAC_final)
#define EVP_MAC_free (sockeye_openssl()->EVP_MAC_free)
#define EVP_MAC_init (sockeye_openssl()->EVP_MAC_init)
#define EVP_MAC_update (sockeye_openssl()->EVP_MAC_update)
#define EVP_MD_CTX_free (sockeye_openssl()->EVP_MD_CTX_free)
#define EVP_MD_CTX_new (sockeye_openssl()->EVP_MD_CTX_new)
#define EVP_MD_fetch (sockeye_openssl()->EVP_MD_fetch)
#define EVP_MD_free (sockeye_openssl()->EVP_MD_free)
#define EVP_PBE_scrypt (sockeye_openssl()->EVP_PBE_scrypt)
#define EVP_PKEY_Q_keygen (sockeye_openssl()->EVP_PKEY_Q_keygen)
#define EVP_PKEY_free (sockeye_openssl()->EVP_PKEY_free)
#define EVP_PKEY_get_bits (sockeye_openssl()->EVP_PKEY_get_bits)
#define EVP_PKEY_get_bn_param (sockeye_openssl()->EVP_PKEY_get_bn_param)
#define EVP_PKEY_is_a (sockeye_openssl()->EVP_PKEY_is_a)
#define EVP_aes_256_gcm (sockeye_openssl()->EVP_aes_256_gcm)
#define EVP_get_digestbyname (sockeye_openssl()->EVP_get_digestbyname)
#define EVP_sha256 (sockeye_openssl()->EVP_sha256)
#define OBJ_nid2sn (sockeye_openssl()->OBJ_nid2sn)
#define OBJ_obj2nid (sockeye_openssl()->OBJ_obj2nid)
#define OCSP_BASICRESP_free (sockeye_openssl()->OCSP_BASICRESP_free)
#define OCSP_BASICRESP_new (sockeye_openssl()->OCSP_BASICRESP_new)
#define OCSP_CERTID_free (sockeye_openssl()->OCSP_CERTID_free)
#define OCSP_RESPONSE_free (sockeye_openssl()->OCSP_RESPONSE_free)
#define OCSP_SINGLERESP_get0_id (sockeye_openssl()->OCSP_SINGLERESP_get0_id)
#define OCSP_basic_add1_status (sockeye_openssl()->OCSP_basic_add1_status)
#define OCSP_basic_sign (sockeye_openssl()->OCSP_basic_sign)
#define OCSP_basic_verify (sockeye_openssl()->OCSP_basic_verify)
#define OCSP_cert_to_id (sockeye_openssl()->OCSP_cert_to_id)
#define OCSP_check_validity (sockeye_openssl()->OCSP_check_validity)
#define OCSP_crl_reason_str (sockeye_openssl()->OCSP_crl_reason_str)
#define OCSP_id_cmp (sockeye_openssl()->OCSP_id_cmp)
#define OCSP_id_get0_info (sockeye_openssl()->OCSP_id_get0_info)
#define OCSP_resp_count (sockeye_openssl()->OCSP_resp_count)
#define OCSP_resp_get0 (sockeye_openssl()->OCSP_resp_get0)
#define OCSP_response_create (sockeye_openssl()->OCSP_response_create)
#define OCSP_response_get1_basic (sockeye_openssl()->OCSP_response_get1_basic)
#define OCSP_response_status (sockeye_openssl()->OCSP_response_status)
#define OCSP_response_status_str (sockeye_openssl()->OCSP_response_status_str)
#define OCSP_single_get0_status (sockeye_openssl()->OCSP_single_get0_status)
#define OPENSSL_cleanse (sockeye_openssl()->OPENSSL_cleanse)
#define OPENSSL_sk_num (sockeye_openssl()->OPENSSL_sk_num)
#define OPENSSL_sk_pop_free (sockeye_openssl()->OPENSSL_sk_pop_free)
#define OPENSSL_sk_value (sockeye_openssl()->OPENSSL_sk_value)
#define OSSL_PARAM_construct_end (sockeye_openssl()->OSSL_PARAM_construct_end)
#define OSSL_PARAM_construct_utf8_string (sockeye_openssl()->OSSL_PARAM_construct_utf8_string)
#define OpenSSL_version (sockeye_openssl()->OpenSSL_version)
#define PEM_read_bio_PrivateKey (sockeye_openssl()->PEM_read_bio_PrivateKey)
#define PEM_read_bio_X509 (sockeye_openssl()->PEM_read_bio_X509)
#define PEM_write_bio_PrivateKey (sockeye_openssl()->PEM_write_bio_PrivateKey)
#define PEM_write_bio_X509 (sockeye_openssl()->PEM_write_bio_X509)
#define PKCS12_free (sockeye_openssl()->PKCS12_free)
#define PKCS12_parse (sockeye_openssl()->PKCS12_parse)
#define RAND_bytes (sockeye_openssl()->RAND_bytes)
#define SSL_CIPHER_get_name (sockeye_openssl()->SSL_CIPHER_get_name)
#define SSL_CTX_callback_ctrl (sockeye_openssl()->SSL_CTX_callback_ctrl)
#define SSL_CTX_ctrl (sockeye_openssl()->SSL_CTX_ctrl)
#define SSL_CTX_free (sockeye_openssl()->SSL_CTX_free)
#define SSL_CTX_get0_certificate (sockeye_openssl()->SSL_CTX_get0_certificate)
#define SSL_CTX_get_cert_store (sockeye_openssl()->SSL_CTX_get_cert_store)
#define SSL_CTX_get_ex_data (sockeye_openssl()->SSL_CTX_get_ex_data)
#define SSL_CTX_load_verify_dir (sockeye_openssl()->SSL_CTX_load_verify_dir)
#define SSL_CTX_load_verify_file (sockeye_openssl()->SSL_CTX_load_verify_file)
#define SSL_CTX_new (sockeye_openssl()->SSL_CTX_new)
#define SSL_CTX_sess_set_new_cb (sockeye_openssl()->SSL_CTX_sess_set_new_cb)
#define SSL_CTX_set_alpn_protos (sockeye_openssl()->SSL_CTX_set_alpn_protos)
#define SSL_CTX_set_alpn_select_cb (sockeye_openssl()->SSL_CTX_set_alpn_select_cb)
#define SSL_CTX_set_cert_verify_callback (sockeye_openssl()->SSL_CTX_set_cert_verify_callback)
#define SSL_CTX_set_cipher_list (sockeye_openssl()->SSL_CTX_set_cipher_list)
#define SSL_CTX_set_ciphersuites (sockeye_openssl()->SSL_CTX_set_ciphersuites)
#define SSL_CTX_set_default_passwd_cb (sockeye_openssl()->SSL_CTX_set_default_passwd_cb)
#define SSL_CTX_set_default_read_buffer_len (sockeye_openssl()->SSL_CTX_set_default_read_buffer_len)
#define SSL_CTX_set_default_verify_paths (sockeye_openssl()->SSL_CTX_set_default_verify_paths)
#define SSL_CTX_set_ex_data (sockeye_openssl()->SSL_CTX_set_ex_data)
#define SSL_CTX_set_keylog_callback (sockeye_openssl()->SSL_CTX_set_keylog_callback)
#define SSL_CTX_set_options (sockeye_openssl()->SSL_CTX_set_options)
#define SSL_CTX_set_security_level (sockeye_openssl()->SSL_CTX_set_security_level)
#define SSL_CTX_set_session_id_context (sockeye_openssl()->SSL_CTX_set_session_id_context)
#define SSL_CTX_use_PrivateKey (sockeye_openssl()->SSL_CTX_use_PrivateKey)
#define SSL_CTX_use_cert_and_key (sockeye_openssl()->SSL_CTX_use_cert_and_key)
#define SSL_CTX_use_certificate (sockeye_openssl()->SSL_CTX_use_certificate)
#define SSL_CTX_use_certificate_chain_file (sockeye_openssl()->SSL_CTX_use_certificate_chain_file)
#define SSL_CTX_use_certificate_file (sockeye_openssl()->SSL_CTX_use_certificate_file)
#define SSL_SESSION_free (sockeye_openssl()->SSL_SESSION_free)
#define SSL_SESSION_is_resumable (sockeye_openssl()->SSL_SESSION_is_resumable)
#define SSL_alert_desc_string_long (sockeye_openssl()->SSL_alert_desc_string_long)
#define SSL_ctrl (sockeye_openssl()->SSL_ctrl)
#define SSL_do_handshake (sockeye_openssl()->SSL_do_handshake)
#define SSL_free (sockeye_openssl()->SSL_free)
#define SSL_get0_alpn_selected (sockeye_openssl()->SSL_get0_alpn_selected)
#define SSL_get0_param (sockeye_openssl()->SSL_get0_param)
#define SSL_get0_peer_certificate (sockeye_openssl()->SSL_get0_peer_certificate)
#define SSL_get0_verified_chain (sockeye_openssl()->SSL_get0_verified_chain)
#define SSL_get1_session (sockeye_openssl()->SSL_get1_session)
#define SSL_get_SSL_CTX (sockeye_openssl()->SSL_get_SSL_CTX)
#define SSL_get_current_cipher (sockeye_openssl()->SSL_get_current_cipher)
#define SSL_get_error (sockeye_openssl()->SSL_get_error)
#define SSL_get_ex_data (sockeye_openssl()->SSL_get_ex_data)
#define SSL_get_ex_data_X509_STORE_CTX_idx (sockeye_openssl()->SSL_get_ex_data_X509_STORE_CTX_idx)
#define SSL_get_peer_cert_chain (sockeye_openssl()->SSL_get_peer_cert_chain)
#define SSL_get_servername (sockeye_openssl()->SSL_get_servername)
#define SSL_get_verify_mode (sockeye_openssl()->SSL_get_verify_mode)
#define SSL_get_verify_result (sockeye_openssl()->SSL_get_verify_result)
#define SSL_get_version (sockeye_openssl()->SSL_get_version)
#define SSL_is_init_finished (sockeye_openssl()->SSL_is_init_finished)
#define SSL_key_update (sockeye_openssl()->SSL_key_update)
#define SSL_new (sockeye_openssl()->SSL_new)
#define SSL_new_session_ticket (sockeye_openssl()->SSL_new_session_ticket)
#define SSL_read_ex (sockeye_openssl()->SSL_read_ex)
#define SSL_select_next_proto (sockeye_openssl()->SSL_select_next_proto)
#define SSL_session_reused (sockeye_openssl()->SSL_session_reused)
#define SSL_set_accept_state (sockeye_openssl()->SSL_set_accept_state)
#define SSL_set_bio (sockeye_openssl()->SSL_set_bio)
#define SSL_set_cert_cb (sockeye_openssl()->SSL_set_cert_cb)
#define SSL_set_connect_state (sockeye_openssl()->SSL_set_connect_state)
#define SSL_set_ex_data (sockeye_openssl()->SSL_set_ex_data)
#define SSL_set_info_callback (sockeye_openssl()->SSL_set_info_callback)
#define SSL_set_msg_callback (sockeye_openssl()->SSL_set_msg_callback)
#define SSL_set_session (sockeye_openssl()->SSL_set_session)
#define SSL_set_verify (sockeye_openssl()->SSL_set_verify)
#define SSL_shutdown (sockeye_openssl()->SSL_shutdown)
#define SSL_version (sockeye_openssl()->SSL_version)
#define SSL_write_ex (sockeye_openssl()->SSL_write_ex)
#define TLS_client_method (sockeye_openssl()->TLS_client_method)
#define TLS_server_method (sockeye_openssl()->TLS_server_method)
#define X509V3_EXT_conf_nid (sockeye_openssl()->X509V3_EXT_conf_nid)
#define X509V3_EXT_print (sockeye_openssl()->X509V3_EXT_print)
#define X509V3_set_ctx (sockeye_openssl()->X509V3_set_ctx)
#define X509_ALGOR_get0 (sockeye_openssl()->X509_ALGOR_get0)
#define X509_EXTENSION_free (sockeye_openssl()->X509_EXTENSION_free)
#define X509_EXTENSION_get_data (sockeye_openssl()->X509_EXTENSION_get_data)
#define X509_EXTENSION_get_object (sockeye_openssl()->X509_EXTENSION_get_object)
#define X509_LOOKUP_file (sockeye_openssl()->X509_LOOKUP_file)
#define X509_NAME_add_entry_by_txt (sockeye_openssl()->X509_NAME_add_entry_by_txt)
#define X509_NAME_print_ex (sockeye_openssl()->X509_NAME_print_ex)
#define X509_PUBKEY_get0_param (sockeye_openssl()->X509_PUBKEY_get0_param)
#define X509_STORE_CTX_get0_cert (sockeye_openssl()->X509_STORE_CTX_get0_cert)
#define X509_STORE_CTX_get0_untrusted (sockeye_openssl()->X509_STORE_CTX_get0_untrusted)
#define X509_STORE_CTX_get1_chain (sockeye_openssl()->X509_STORE_CTX_get1_chain)
#define X509_STORE_CTX_get_current_cert (sockeye_openssl()->X509_STORE_CTX_get_current_cert)
#define X509_STORE_CTX_get_error (sockeye_openssl()->X509_STORE_CTX_get_error)
#define X509_STORE_CTX_get_error_depth (sockeye_openssl()->X509_STORE_CTX_get_error_depth)
#define X509_STORE_CTX_get_ex_data (sockeye_openssl()->X509_STORE_CTX_get_ex_data)
#define X509_STORE_CTX_set0_verified_chain (sockeye_openssl()->X509_STORE_CTX_set0_verified_chain)
#define X509_STORE_CTX_set_error (sockeye_openssl()->X509_STORE_CTX_set_error)
#define X509_STORE_add_cert (sockeye_openssl()->X509_STORE_add_cert)
#define X509_STORE_add_lookup (sockeye_openssl()->X509_STORE_add_lookup)
#define X509_STORE_get0_param (sockeye_openssl()->X509_STORE_get0_param)
#define X509_STORE_set_flags (sockeye_openssl()->X509_STORE_set_flags)
#define X509_VERIFY_PARAM_clear_flags (sockeye_openssl()->X509_VERIFY_PARAM_clear_flags)
#define X509_VERIFY_PARAM_set1_host (sockeye_openssl()->X509_VERIFY_PARAM_set1_host)
#define X509_VERIFY_PARAM_set1_ip_asc (sockeye_openssl()->X509_VERIFY_PARAM_set1_ip_asc)
#define X509_VERIFY_PARAM_set_hostflags (sockeye_openssl()->X509_VERIFY_PARAM_set_hostflags)
#define X509_add_ext (sockeye_openssl()->X509_add_ext)
#define X509_chain_up_ref (sockeye_openssl()->X509_chain_up_ref)
#define X509_check_ca (sockeye_openssl()->X509_check_ca)
#define X509_check_issued (sockeye_openssl()->X509_check_issued)
#define X509_check_private_key (sockeye_openssl()->X509_check_private_key)
#define X509_digest (sockeye_openssl()->X509_digest)
#define X509_free (sockeye_openssl()->X509_free)
#define X509_get0_extensions (sockeye_openssl()->X509_get0_extensions)
#define X509_get0_notAfter (sockeye_openssl()->X509_get0_notAfter)
#define X509_get0_notBefore (sockeye_openssl()->X509_get0_notBefore)
#define X509_get0_pubkey (sockeye_openssl()->X509_get0_pubkey)
#define X509_get0_serialNumber (sockeye_openssl()->X509_get0_serialNumber)
#define X509_get0_signature (sockeye_openssl()->X509_get0_signature)
#define X509_get_X509_PUBKEY (sockeye_openssl()->X509_get_X509_PUBKEY)
#define X509_get_ext (sockeye_openssl()->X509_get_ext)
#define X509_get_ext_by_NID (sockeye_openssl()->X509_get_ext_by_NID)
#define X509_get_issuer_name (sockeye_openssl()->X509_get_issuer_name)
#define X509_get_serialNumber (sockeye_openssl()->X509_get_serialNumber)
#define X509_get_subject_name (sockeye_openssl()->X509_get_subject_name)
#define X509_get_version (sockeye_openssl()->X509_get_version)
#define X509_getm_notAfter (sockeye_openssl()->X509_getm_notAfter)
#define X509_getm_notBefore (sockeye_openssl()->X509_getm_notBefore)
#define X509_gmtime_adj (sockeye_openssl()->X509_gmtime_adj)
#define X509_load_crl_file (sockeye_openssl()->X509_load_crl_file)
#define X509_new (sockeye_openssl()->X509_new)
#define X509_set_issuer_name (sockeye_openssl()->X509_set_issuer_name)
#define X509_set_pubkey (sockeye_openssl()->X509_set_pubkey)
#define X509_set_version (sockeye_openssl()->X509_set_version)
#define X509_sign (sockeye_openssl()->X509_sign)
#define X509_verify (sockeye_openssl()->X509_verify)
#define X509_verify_cert (sockeye_openssl()->X509_verify_cert)
#define X509_verify_cert_error_string (sockeye_openssl()->X509_verify_cert_error_string)
#define d2i_OCSP_RESPONSE (sockeye_openssl()->d2i_OCSP_RESPONSE)
#define d2i_PKCS12_bio (sockeye_openssl()->d2i_PKCS12_bio)
#define d2i_PrivateKey_bio (sockeye_openssl()->d2i_PrivateKey_bio)
#define d2i_X509_bio (sockeye_openssl()->d2i_X509_bio)
#define i2a_ASN1_OBJECT (sockeye_openssl()->i2a_ASN1_OBJECT)
#define i2d_OCSP_RESPONSE (sockeye_openssl()->i2d_OCSP_RESPONSE)
#define i2d_X509 (sockeye_openssl()->i2d_X509)
#define i2d_X509_PUBKEY (sockeye_openssl()->i2d_X509_PUBKEY)
#define i2t_ASN1_OBJECT (sockeye_openssl()->i2t_ASN1_OBJECT)
#endif

#endif

#endif
